  make test           # trae dos paquetes de npm y juega diez partidos contra random
  fiel check ./bot.js # el veredicto que daría una liga
  make dist           # @NAME@.tar, que una liga acepta; README.md dice cómo
