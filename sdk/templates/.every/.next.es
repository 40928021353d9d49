  make test  # juega veinte partidos contra random
  make dist  # @NAME@.tar, que una liga acepta; README.md dice cómo
  fiel check @RUN@  # el veredicto que daría una liga
