  make test                 # juega diez partidos contra random
  fiel check lines:./bot.js  # el veredicto que daría una liga
  make dist                 # @NAME@.tar, que una liga acepta; README.md dice cómo
