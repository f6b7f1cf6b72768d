/* The functions of ICU that a static Foundation refers to: calendars, time zones, locales, collation. Pinfold
   does not use them. The Makefile links them in place of ICU, whose code is a tenth of the command and whose
   tables are larger than the command. Each reports missing data, as ICU does without its tables. A Foundation
   that needs other functions does not link. */

#include <stddef.h>
#include <stdint.h>

/* U_MISSING_RESOURCE_ERROR, unless an error was reported before. */
static intptr_t missing(int *status) {
  if (*status <= 0) *status = 2;
  return 0;
}

/* Functions with a status argument; the number says how many integer arguments come before it. */
#define A intptr_t
#define FAILS0(name) A name(int *status) { return missing(status); }
#define FAILS1(name) A name(A a, int *status) { return missing(status); }
#define FAILS2(name) A name(A a, A b, int *status) { return missing(status); }
#define FAILS3(name) A name(A a, A b, A c, int *status) { return missing(status); }
#define FAILS4(name) A name(A a, A b, A c, A d, int *status) { return missing(status); }
#define FAILS5(name) A name(A a, A b, A c, A d, A e, int *status) { return missing(status); }
#define FAILS6(name) A name(A a, A b, A c, A d, A e, A f, int *status) { return missing(status); }
#define FAILS7(name) A name(A a, A b, A c, A d, A e, A f, A g, int *status) { return missing(status); }

/* Functions that return a string or a list: an empty one. */
static const void *const nothing[1];
#define NONE(name) const void *name(void) { return nothing; }

/* Functions that return a number, or close an object. */
#define ZERO(name) A name(void) { return 0; }

int32_t swift_u_strlen(const uint16_t *text) {
  int32_t length = 0;
  while (text[length]) length++;
  return length;
}

void swift_u_charsToUChars(const char *text, uint16_t *units, int32_t length) {
  for (int32_t place = 0; place < length; place++) units[place] = (unsigned char)text[place];
}

FAILS0(swift_ucal_getTZDataVersion) FAILS0(swift_ucal_openTimeZones) FAILS0(swift_ufieldpositer_open)
FAILS0(swift_ufmt_open) FAILS0(swift_unumf_openResult) FAILS0(swift_unumsys_openAvailableNames)

FAILS1(swift_ucal_clone) FAILS1(swift_ucal_getGregorianChange) FAILS1(swift_ucal_getMillis)
FAILS1(swift_ucal_isWeekend) FAILS1(swift_ucal_setGregorianChange) FAILS1(swift_ucal_setMillis)
FAILS1(swift_ucnv_countAliases) FAILS1(swift_ucnv_open) FAILS1(swift_ucol_getKeywordValues)
FAILS1(swift_ucol_next) FAILS1(swift_ucol_open) FAILS1(swift_ucurr_getDefaultFractionDigits)
FAILS1(swift_ucurr_getRoundingIncrement) FAILS1(swift_ucurr_openISOCurrencies) FAILS1(swift_udat_clone)
FAILS1(swift_udat_set2DigitYearStart) FAILS1(swift_udatpg_clone) FAILS1(swift_udatpg_getDefaultHourCycle)
FAILS1(swift_udatpg_open) FAILS1(swift_uidna_openUTS46) FAILS1(swift_ulistfmt_open)
FAILS1(swift_uloc_getCharacterOrientation) FAILS1(swift_uloc_getLineOrientation)
FAILS1(swift_uloc_openKeywords) FAILS1(swift_ulocdata_getMeasurementSystem) FAILS1(swift_ulocdata_open)
FAILS1(swift_unumsys_open) FAILS1(swift_uregex_clone) FAILS1(swift_uregex_findNext)
FAILS1(swift_uregex_groupCount) FAILS1(swift_uregex_hitEnd) FAILS1(swift_uregex_requireEnd)
FAILS1(swift_uregion_getAvailable) FAILS1(swift_uregion_getContainedRegions)
FAILS1(swift_uregion_getRegionFromCode)

FAILS2(swift_ucal_get) FAILS2(swift_ucal_getDayOfWeekType) FAILS2(swift_ucal_getFieldDifference)
FAILS2(swift_ucal_getWeekendTransition) FAILS2(swift_ucasemap_open) FAILS2(swift_ucnv_getAlias)
FAILS2(swift_ucnv_getStandardName) FAILS2(swift_udat_getContext) FAILS2(swift_udat_setContext)
FAILS2(swift_uenum_next) FAILS2(swift_uenum_unext) FAILS2(swift_ufmt_getDecNumChars)
FAILS2(swift_unum_getContext) FAILS2(swift_unum_setContext) FAILS2(swift_unumf_formatDouble)
FAILS2(swift_unumf_resultGetAllFieldPositions) FAILS2(swift_uregex_end64) FAILS2(swift_uregex_start64)
FAILS2(swift_uregex_useAnchoringBounds) FAILS2(swift_uregex_useTransparentBounds)
FAILS2(swift_uregion_getContainedRegionsOfType) FAILS2(uatimezone_open)

FAILS3(swift_ucal_add) FAILS3(swift_ucal_getKeywordValuesForLocale) FAILS3(swift_ucal_getLimit)
FAILS3(swift_ucal_getTimeZoneTransitionDate) FAILS3(swift_ucal_roll) FAILS3(swift_ucal_setTimeZone)
FAILS3(swift_ucnv_getInvalidChars) FAILS3(swift_ucnv_getInvalidUChars) FAILS3(swift_ucnv_setSubstChars)
FAILS3(swift_ucol_getKeywordValuesForLocale) FAILS3(swift_ucol_openElements) FAILS3(swift_ucol_setAttribute)
FAILS3(swift_ucurr_forLocale) FAILS3(swift_udat_setBooleanAttribute) FAILS3(swift_udat_toPatternRelativeDate)
FAILS3(swift_udat_toPatternRelativeTime) FAILS3(swift_ulistfmt_openForType)
FAILS3(swift_uloc_addLikelySubtags) FAILS3(swift_uloc_canonicalize) FAILS3(swift_uloc_getCountry)
FAILS3(swift_uloc_getLanguage) FAILS3(swift_uloc_getLocaleForLCID) FAILS3(swift_uloc_getScript)
FAILS3(swift_uloc_getVariant) FAILS3(swift_uloc_minimizeSubtags) FAILS3(swift_unumf_formatInt)
FAILS3(swift_unumf_openForSkeletonAndLocale) FAILS3(swift_unumf_resultToString)
FAILS3(swift_uregex_groupNumberFromName) FAILS3(swift_uregex_setFindProgressCallback)
FAILS3(swift_uregex_setMatchCallback) FAILS3(swift_uregex_setRegion64) FAILS3(swift_uregex_setText)
FAILS3(swift_uscript_getCode) FAILS3(ualoc_canonicalForm) FAILS3(ualoc_getAppleParent)
FAILS3(uatimezone_getTimeZoneTransitionDate) FAILS3(udtitvfmt_setAttribute)

FAILS4(swift_ucal_open) FAILS4(swift_udat_format) FAILS4(swift_udat_formatForFields)
FAILS4(swift_udat_toPattern) FAILS4(swift_udtitvfmt_format) FAILS4(swift_uloc_getDisplayCountry)
FAILS4(swift_uloc_getDisplayLanguage) FAILS4(swift_uloc_getDisplayName) FAILS4(swift_uloc_getDisplayScript)
FAILS4(swift_uloc_getDisplayVariant) FAILS4(swift_uloc_getKeywordValue) FAILS4(swift_uloc_setKeywordValue)
FAILS4(swift_uloc_toLanguageTag) FAILS4(swift_ulocdata_getDelimiter) FAILS4(swift_ulocdata_getExemplarSet)
FAILS4(swift_unum_formatDouble) FAILS4(swift_unum_getSymbol) FAILS4(swift_unum_getTextAttribute)
FAILS4(swift_unum_parseDouble) FAILS4(swift_unum_parseInt64) FAILS4(swift_unum_setSymbol)
FAILS4(swift_unum_setTextAttribute) FAILS4(swift_unum_toPattern) FAILS4(swift_unumf_formatDecimal)
FAILS4(swift_uregex_open) FAILS4(swift_ureldatefmt_format) FAILS4(swift_ureldatefmt_formatNumeric)
FAILS4(swift_ureldatefmt_open) FAILS4(uatimezone_getOffset) FAILS4(uatmufmt_getTimePattern)

FAILS5(swift_UCNV_TO_U_CALLBACK_STOP) FAILS5(swift_u_formatMessage) FAILS5(swift_ucal_getCanonicalTimeZoneID)
FAILS5(swift_ucal_getTimeZoneDisplayName) FAILS5(swift_ucasemap_utf8ToLower)
FAILS5(swift_ucasemap_utf8ToTitle) FAILS5(swift_ucasemap_utf8ToUpper) FAILS5(swift_ucnv_setFromUCallBack)
FAILS5(swift_ucnv_setToUCallBack) FAILS5(swift_ucurr_getName) FAILS5(swift_udat_applyPatternRelative)
FAILS5(swift_udat_getSymbols) FAILS5(swift_udat_parseCalendar) FAILS5(swift_udat_setSymbols)
FAILS5(swift_udatpg_getBestPattern) FAILS5(swift_udatpg_getSkeleton) FAILS5(swift_udtitvfmt_open)
FAILS5(swift_uloc_getDisplayKeywordValue) FAILS5(swift_unum_applyPattern) FAILS5(swift_unum_formatInt64)
FAILS5(swift_unum_open) FAILS5(swift_unum_parseToUFormattable) FAILS5(swift_utrans_trans)
FAILS5(uameasfmt_getUnitsForUsage) FAILS5(uatimezone_getOffsetFromLocal) FAILS5(uatmufmt_getListPattern)

FAILS6(swift_UCNV_FROM_U_CALLBACK_STOP) FAILS6(swift_u_vformatMessage)
FAILS6(swift_udatpg_getBestPatternWithOptions) FAILS6(swift_uidna_nameToASCII_UTF8)
FAILS6(swift_uidna_nameToUnicodeUTF8) FAILS6(swift_ulistfmt_format) FAILS6(swift_unum_formatDecimal)
FAILS6(swift_unum_parseDecimal) FAILS6(swift_uset_getItem) FAILS6(swift_utrans_openU)

FAILS7(swift_ucal_setDateTime) FAILS7(swift_ucnv_fromUnicode) FAILS7(swift_ucnv_toUnicode)
FAILS7(swift_udat_open)

NONE(swift_u_errorName) NONE(swift_ucnv_getAvailableName) NONE(swift_udat_getCalendar)
NONE(swift_uloc_getAvailable) NONE(swift_uloc_getISO3Language) NONE(swift_uloc_getISOCountries)
NONE(swift_uloc_getISOLanguages) NONE(swift_uloc_toLegacyKey) NONE(swift_unumsys_getName)
NONE(swift_uregion_getContainingRegion) NONE(swift_uregion_getContainingRegionOfType)
NONE(swift_uregion_getRegionCode)

ZERO(swift_u_charDigitValue) ZERO(swift_u_getIntPropertyValue) ZERO(swift_u_hasBinaryProperty)
ZERO(swift_ucal_clear) ZERO(swift_ucal_close) ZERO(swift_ucal_getAttribute) ZERO(swift_ucal_getNow)
ZERO(swift_ucal_set) ZERO(swift_ucal_setAttribute) ZERO(swift_ucasemap_close) ZERO(swift_ucnv_close)
ZERO(swift_ucnv_countAvailable) ZERO(swift_ucnv_resetFromUnicode) ZERO(swift_ucol_close)
ZERO(swift_ucol_closeElements) ZERO(swift_ucol_getOffset) ZERO(swift_ucol_strcoll)
ZERO(swift_ucurr_getNumericCode) ZERO(swift_udat_applyPattern) ZERO(swift_udat_close)
ZERO(swift_udat_countSymbols) ZERO(swift_udat_isLenient) ZERO(swift_udat_setCalendar)
ZERO(swift_udat_setLenient) ZERO(swift_udat_toCalendarDateField) ZERO(swift_udatpg_close)
ZERO(swift_udtitvfmt_close) ZERO(swift_uenum_close) ZERO(swift_ufieldpositer_close)
ZERO(swift_ufieldpositer_next) ZERO(swift_ufmt_close) ZERO(swift_ulistfmt_close)
ZERO(swift_uloc_countAvailable) ZERO(swift_uloc_getLCID) ZERO(swift_ulocdata_close) ZERO(swift_unum_close)
ZERO(swift_unum_getAttribute) ZERO(swift_unum_getDoubleAttribute) ZERO(swift_unum_setAttribute)
ZERO(swift_unum_setDoubleAttribute) ZERO(swift_unumf_close) ZERO(swift_unumf_closeResult)
ZERO(swift_unumsys_close) ZERO(swift_unumsys_getRadix) ZERO(swift_unumsys_isAlgorithmic)
ZERO(swift_uregex_close) ZERO(swift_uregion_getType) ZERO(swift_ureldatefmt_close) ZERO(swift_uset_clear)
ZERO(swift_uset_close) ZERO(swift_uset_contains) ZERO(swift_uset_getItemCount) ZERO(swift_utrans_close)
ZERO(uatimezone_close) ZERO(udat_patternCharToDateFormatField)
