  sudo apt-get install python3-zmq python3-msgpack python3-nacl
  make test           # juega diez partidos contra random
  fiel check ./bot.py # el veredicto que daría una liga
  make dist           # @NAME@.tar, que una liga acepta; README.md dice cómo
