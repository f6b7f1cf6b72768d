#include "CScripts.h"

#include <string.h>

static const unsigned char rows[] = {
#embed "lua/rows.lua"
};
static const unsigned char plugins[] = {
#embed "lua/plugins.lua"
};
static const unsigned char command[] = {
#embed "lua/command.lua"
};
static const unsigned char locals[] = {
#embed "lua/locals.lua"
};
static const unsigned char lint[] = {
#embed "lua/lint.lua"
};
static const unsigned char manual[] = {
#embed "lua/manual.lua"
};
static const unsigned char typed[] = {
#embed "lua/typed.lua"
};

static const unsigned char advise[] = {
#embed "lua/advise.lua"
};
static const unsigned char complete[] = {
#embed "lua/complete.lua"
};
static const unsigned char explain[] = {
#embed "lua/explain.lua"
};
static const unsigned char reference[] = {
#embed "lua/reference.lua"
};
static const unsigned char syntax[] = {
#embed "lua/syntax.lua"
};
static const unsigned char scanner[] = {
#embed "lua/scanner.lua"
};
static const unsigned char place[] = {
#embed "lua/place.lua"
};
static const unsigned char types[] = {
#embed "lua/types.lua"
};
static const unsigned char help[] = {
#embed "lua/help.txt"
};
static const unsigned char hints[] = {
#embed "lua/hints.txt"
};
static const unsigned char strategy[] = {
#embed "lua/templates/strategy.lua"
};
static const unsigned char representative[] = {
#embed "lua/templates/representative.lua"
};
static const unsigned char metric[] = {
#embed "lua/templates/metric.lua"
};
static const unsigned char diff[] = {
#embed "lua/templates/diff.lua"
};
static const unsigned char camera[] = {
#embed "lua/templates/camera.lua"
};
static const unsigned char generator[] = {
#embed "lua/templates/generator.lua"
};
static const unsigned char swift_package[] = {
#embed "lua/templates/swift/package.swift"
};
static const unsigned char swift_main[] = {
#embed "lua/templates/swift/main.swift"
};
static const unsigned char swift_strategy[] = {
#embed "lua/templates/swift/strategy.swift"
};
static const unsigned char swift_test[] = {
#embed "lua/templates/swift/test.swift"
};

static const struct {
  const char *name;
  const void *bytes;
  size_t size;
} files[] = {
    {"rows", rows, sizeof rows},
    {"plugins", plugins, sizeof plugins},
    {"command", command, sizeof command},
    {"locals", locals, sizeof locals},
    {"lint", lint, sizeof lint},
    {"manual", manual, sizeof manual},
    {"advise", advise, sizeof advise},
    {"typed", typed, sizeof typed},
    {"complete", complete, sizeof complete},
    {"explain", explain, sizeof explain},
    {"reference", reference, sizeof reference},
    {"syntax", syntax, sizeof syntax},
    {"scanner", scanner, sizeof scanner},
    {"place", place, sizeof place},
    {"types", types, sizeof types},
    {"help", help, sizeof help},
    {"hints", hints, sizeof hints},
    {"templates/strategy", strategy, sizeof strategy},
    {"templates/representative", representative, sizeof representative},
    {"templates/metric", metric, sizeof metric},
    {"templates/diff", diff, sizeof diff},
    {"templates/camera", camera, sizeof camera},
    {"templates/generator", generator, sizeof generator},
    {"templates/swift/package", swift_package, sizeof swift_package},
    {"templates/swift/main", swift_main, sizeof swift_main},
    {"templates/swift/strategy", swift_strategy, sizeof swift_strategy},
    {"templates/swift/test", swift_test, sizeof swift_test},
};

const void *pinfold_script(const char *name, size_t *size) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) {
      *size = files[i].size;
      return files[i].bytes;
    }
  }
  return NULL;
}
