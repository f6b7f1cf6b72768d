package import PinfoldStudies

extension ScriptSession {
  /// The study that scripts of this session declared last, by calling `study`.
  package var declaredStudy: StudySource? { scope.declaredStudy }
}
