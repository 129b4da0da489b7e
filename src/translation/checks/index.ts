// All quality checks, in Weblate's order, followed by those of plugins.

import { accelerator } from './characters/accelerator.ts'
import { doubleSpace } from './characters/double-space.ts'
import { duplicate } from './characters/duplicate.ts'
import { endStop } from './characters/end-stop.ts'
import { kabyleCharacters } from './characters/kabyle-characters.ts'
import { kashida } from './characters/kashida.ts'
import { maxLength, maxLines } from './characters/max-size.ts'
import { multipleCapital } from './characters/multiple-capital.ts'
import { beginNewline, endNewline, escapedNewline, newlineCount } from './characters/newlines.ts'
import { beginSpace, endSpace } from './characters/outer-spaces.ts'
import { punctuationSpacing } from './characters/punctuation-spacing.ts'
import { same } from './characters/same.ts'
import {
  endColon,
  endEllipsis,
  endExclamation,
  endInterrobang,
  endQuestion,
  endSemicolon,
} from './characters/sentence-ends.ts'
import { zeroWidthSpace } from './characters/zero-width-space.ts'
import type { Check } from './check.ts'
import { fluentSourceInnerHtml, fluentTargetInnerHtml } from './fluent/inner-html.ts'
import { fluentParts } from './fluent/parts.ts'
import { fluentReferences } from './fluent/references.ts'
import { fluentSourceSyntax, fluentTargetSyntax } from './fluent/syntax.ts'
import { cFormat } from './formats/c-format.ts'
import { icuMessageFormat, icuMessageFormatSyntax } from './formats/icu-message-format.ts'
import { javaPrintfFormat } from './formats/java-printf-format.ts'
import { javascriptFormat } from './formats/javascript-format.ts'
import { luaFormat } from './formats/lua-format.ts'
import { objcFormat } from './formats/objc-format.ts'
import { objectPascalFormat } from './formats/object-pascal-format.ts'
import { perlFormat } from './formats/perl-format.ts'
import { phpFormat } from './formats/php-format.ts'
import {
  angularjsFormat,
  automatticComponentsFormat,
  cSharpFormat,
  esFormat,
  i18nextInterpolation,
  javaFormat,
  laravelFormat,
  percentPlaceholders,
  perlBraceFormat,
  qtFormat,
  qtPluralFormat,
  vueFormat,
} from './formats/placeholder-formats.ts'
import { pythonBraceFormat } from './formats/python-brace-format.ts'
import { pythonFormat } from './formats/python-format.ts'
import { rubyFormat } from './formats/ruby-format.ts'
import { schemeFormat } from './formats/scheme-format.ts'
import { unnamedFormat } from './formats/unnamed-format.ts'
import { checkGlossary, prohibitedInitialCharacter } from './glossary/glossary.ts'
import { asciidocMarkup } from './markup/asciidoc.ts'
import { bbcode } from './markup/bbcode.ts'
import { mdLink, mdReflink } from './markup/md-links.ts'
import { mdSyntax } from './markup/md-syntax.ts'
import { rstReferences } from './markup/rst.ts'
import { rstSyntax } from './markup/rst-syntax.ts'
import { safeHtml, safeMdx } from './markup/safe-markup.ts'
import { url } from './markup/url.ts'
import { xmlCharsAroundTags } from './markup/xml-chars-around-tags.ts'
import { xmlInvalid, xmlTags } from './markup/xml-content.ts'
import { placeholders } from './patterns/placeholders.ts'
import { regex } from './patterns/regex.ts'
import { pluginChecks } from './plugins.ts'
import { inconsistent, reused, translated } from './plurals/compared.ts'
import { plurals, samePlurals } from './plurals/plurals.ts'
import { ellipsis, longUntranslated, multipleFailures, optionalPlural, sourceMaxLength } from './sources/sources.ts'

const OURS: readonly Check[] = [
  same,
  accelerator,
  beginNewline,
  endNewline,
  beginSpace,
  endSpace,
  doubleSpace,
  endStop,
  endColon,
  endQuestion,
  endExclamation,
  endInterrobang,
  endEllipsis,
  endSemicolon,
  maxLength,
  maxLines,
  multipleCapital,
  kashida,
  punctuationSpacing,
  kabyleCharacters,
  pythonFormat,
  pythonBraceFormat,
  phpFormat,
  cFormat,
  objcFormat,
  perlFormat,
  perlBraceFormat,
  javascriptFormat,
  luaFormat,
  objectPascalFormat,
  schemeFormat,
  cSharpFormat,
  laravelFormat,
  javaPrintfFormat,
  javaFormat,
  percentPlaceholders,
  vueFormat,
  i18nextInterpolation,
  esFormat,
  automatticComponentsFormat,
  angularjsFormat,
  icuMessageFormat,
  icuMessageFormatSyntax,
  qtFormat,
  qtPluralFormat,
  rubyFormat,
  plurals,
  samePlurals,
  inconsistent,
  reused,
  translated,
  escapedNewline,
  newlineCount,
  bbcode,
  zeroWidthSpace,
  xmlInvalid,
  xmlTags,
  xmlCharsAroundTags,
  mdReflink,
  mdLink,
  mdSyntax,
  url,
  safeHtml,
  rstReferences,
  rstSyntax,
  asciidocMarkup,
  safeMdx,
  placeholders,
  regex,
  duplicate,
  optionalPlural,
  ellipsis,
  sourceMaxLength,
  multipleFailures,
  longUntranslated,
  unnamedFormat,
  checkGlossary,
  prohibitedInitialCharacter,
  fluentSourceSyntax,
  fluentTargetSyntax,
  fluentParts,
  fluentReferences,
  fluentSourceInnerHtml,
  fluentTargetInnerHtml,
]

const CHECKS: readonly Check[] = [...OURS, ...pluginChecks(OURS)]

const BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map(check => [check.id, check]))

export const checks = (): readonly Check[] => CHECKS

/** The check with this ID; undefined if there is none. */
export const check = (id: string): Check | undefined => BY_ID.get(id)

/** Checks of source strings, or of translations. */
export const checksOf = (side: 'source' | 'target'): readonly Check[] => CHECKS.filter(check => check.side === side)
