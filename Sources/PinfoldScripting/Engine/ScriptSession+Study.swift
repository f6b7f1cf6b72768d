public import PinfoldStudies

extension ScriptSession {
  /// The study that scripts of this session declared last, by calling `study`.
  public var declaredStudy: StudyPlan? { scope.declaredStudy }
}
