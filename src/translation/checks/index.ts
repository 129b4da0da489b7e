// All quality checks, in the order in which Weblate lists them.

import { accelerator } from './characters/accelerator.ts'
import { beginNewline } from './characters/begin-newline.ts'
import { beginSpace } from './characters/begin-space.ts'
import { doubleSpace } from './characters/double-space.ts'
import { duplicate } from './characters/duplicate.ts'
import { endColon } from './characters/end-colon.ts'
import { endEllipsis } from './characters/end-ellipsis.ts'
import { endExclamation } from './characters/end-exclamation.ts'
import { endInterrobang } from './characters/end-interrobang.ts'
import { endNewline } from './characters/end-newline.ts'
import { endQuestion } from './characters/end-question.ts'
import { endSemicolon } from './characters/end-semicolon.ts'
import { endSpace } from './characters/end-space.ts'
import { endStop } from './characters/end-stop.ts'
import { escapedNewline } from './characters/escaped-newline.ts'
import { kabyleCharacters } from './characters/kabyle-characters.ts'
import { kashida } from './characters/kashida.ts'
import { maxLength } from './characters/max-length.ts'
import { maxLines } from './characters/max-lines.ts'
import { multipleCapital } from './characters/multiple-capital.ts'
import { newlineCount } from './characters/newline-count.ts'
import { punctuationSpacing } from './characters/punctuation-spacing.ts'
import { same } from './characters/same.ts'
import { zeroWidthSpace } from './characters/zero-width-space.ts'
import type { Check } from './check.ts'
import { angularjsFormat } from './formats/angularjs-format.ts'
import { automatticComponentsFormat } from './formats/automattic-components-format.ts'
import { cFormat } from './formats/c-format.ts'
import { cSharpFormat } from './formats/c-sharp-format.ts'
import { esFormat } from './formats/es-format.ts'
import { i18nextInterpolation } from './formats/i18next-interpolation.ts'
import { icuMessageFormat } from './formats/icu-message-format.ts'
import { icuMessageFormatSyntax } from './formats/icu-message-format-syntax.ts'
import { javaFormat } from './formats/java-format.ts'
import { javaPrintfFormat } from './formats/java-printf-format.ts'
import { javascriptFormat } from './formats/javascript-format.ts'
import { laravelFormat } from './formats/laravel-format.ts'
import { luaFormat } from './formats/lua-format.ts'
import { objcFormat } from './formats/objc-format.ts'
import { objectPascalFormat } from './formats/object-pascal-format.ts'
import { percentPlaceholders } from './formats/percent-placeholders.ts'
import { perlBraceFormat } from './formats/perl-brace-format.ts'
import { perlFormat } from './formats/perl-format.ts'
import { phpFormat } from './formats/php-format.ts'
import { pythonBraceFormat } from './formats/python-brace-format.ts'
import { pythonFormat } from './formats/python-format.ts'
import { qtFormat } from './formats/qt-format.ts'
import { qtPluralFormat } from './formats/qt-plural-format.ts'
import { rubyFormat } from './formats/ruby-format.ts'
import { schemeFormat } from './formats/scheme-format.ts'
import { unnamedFormat } from './formats/unnamed-format.ts'
import { vueFormat } from './formats/vue-format.ts'
import { checkGlossary } from './glossary/check-glossary.ts'
import { prohibitedInitialCharacter } from './glossary/prohibited-initial-character.ts'
import { asciidocMarkup } from './markup/asciidoc-markup.ts'
import { bbcode } from './markup/bbcode.ts'
import { mdLink } from './markup/md-link.ts'
import { mdReflink } from './markup/md-reflink.ts'
import { mdSyntax } from './markup/md-syntax.ts'
import { rstReferences } from './markup/rst-references.ts'
import { rstSyntax } from './markup/rst-syntax.ts'
import { safeHtml } from './markup/safe-html.ts'
import { safeMdx } from './markup/safe-mdx.ts'
import { url } from './markup/url.ts'
import { xmlCharsAroundTags } from './markup/xml-chars-around-tags.ts'
import { xmlInvalid } from './markup/xml-invalid.ts'
import { xmlTags } from './markup/xml-tags.ts'
import { placeholders } from './patterns/placeholders.ts'
import { regex } from './patterns/regex.ts'
import { inconsistent } from './plurals/inconsistent.ts'
import { plurals } from './plurals/plurals.ts'
import { reused } from './plurals/reused.ts'
import { samePlurals } from './plurals/same-plurals.ts'
import { translated } from './plurals/translated.ts'
import { ellipsis } from './sources/ellipsis.ts'
import { longUntranslated } from './sources/long-untranslated.ts'
import { multipleFailures } from './sources/multiple-failures.ts'
import { optionalPlural } from './sources/optional-plural.ts'
import { sourceMaxLength } from './sources/source-max-length.ts'

const CHECKS: readonly Check[] = [
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
]

const BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map(check => [check.id, check]))

export const checks = (): readonly Check[] => CHECKS

/** The check with this id; undefined when there is none. */
export const check = (id: string): Check | undefined => BY_ID.get(id)

/** Checks of the source string alone, or of a translation. */
export const checksOf = (side: 'source' | 'target'): readonly Check[] => CHECKS.filter(check => check.side === side)
