package import PinfoldDefinitions

extension ScriptSession {
  /// The study that scripts of this session declared last, by calling `study`.
  package var declaredStudy: StudyDefinition? { scope.declaredStudy }
}
