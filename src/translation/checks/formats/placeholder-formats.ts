// Placeholders without positions: source and translation must have the same ones.
import { delimited } from '../scan.ts'
import { count } from '../text.ts'
import { byPattern, formatCheck, type Placeholder, withoutSpace } from './format-check.ts'

export const angularjsFormat = formatCheck({
  id: 'angularjs_format',
  name: 'AngularJS interpolation string',
  description: 'The AngularJS expressions ({{ name }}) of source and translation differ.',
  flag: 'angularjs-format',
  syntax: {
    find: text =>
      delimited(text, '{{', '}}').map(({ start, end, inner }) => ({ start, end, value: withoutSpace(inner) })),
  },
})

export const automatticComponentsFormat = formatCheck({
  id: 'automattic_components_format',
  name: 'Automattic components formatting',
  description: 'The components ({{tag}}, {{/tag}}, {{tag/}}) of source and translation differ.',
  flag: 'automattic-components-format',
  syntax: { find: byPattern(/\{\{\/?\s*\w+\s*\/?\}\}/g, withoutSpace) },
})

const ITEM = /\{(\d+)(?:\s*,\s*-?\d+\s*)?(?::[^{}]*)?\}/y

function findItems(text: string): Placeholder[] {
  const placeholders: Placeholder[] = []
  let at = text.indexOf('{')
  while (at >= 0) {
    const doubled = text[at + 1] === '{'
    ITEM.lastIndex = at
    const match = doubled ? null : ITEM.exec(text)
    const end = at + (match?.[0].length ?? (doubled ? 2 : 1))
    // Alignment and number format may be adapted; the argument has to be the same.
    if (match !== null) placeholders.push({ start: at, end, value: match[1]! })
    at = text.indexOf('{', end)
  }
  return placeholders
}

export const cSharpFormat = formatCheck({
  id: 'c_sharp_format',
  name: 'C# format',
  description: 'The C# placeholders ({0}, {1:N2}) of source and translation differ.',
  flag: ['c-sharp-format', 'csharp-format'],
  syntax: { find: findItems },
})

export const esFormat = formatCheck({
  id: 'es_format',
  name: 'ECMAScript template literals',
  description: 'The expressions in template literals of source and translation differ.',
  flag: 'es-format',
  syntax: {
    find: text =>
      delimited(text, '${', '}').map(({ start, end, inner }) => ({ start, end, value: withoutSpace(inner) })),
  },
})

function findInterpolations(text: string): Placeholder[] {
  const nestings = delimited(text, '$t(', ')')
  const variables = delimited(text, '{{', '}}')
  return [...nestings, ...variables]
    .map(({ start, end }) => ({ start, end, value: withoutSpace(text.slice(start, end)) }))
    .sort((one, other) => one.start - other.start)
}

export const i18nextInterpolation = formatCheck({
  id: 'i18next_interpolation',
  name: 'i18next interpolation',
  description: 'The i18next placeholders ({{name}}, $t(key)) of source and translation differ.',
  flag: 'i18next-interpolation',
  syntax: { find: findInterpolations },
})

// Doubled braces belong to templates.
const ARGUMENT = /(?<!\{)\{\s*(\d+)\s*(?:,\s*[a-z]+\s*(?:,[^{}]*)?)?\}(?!\})/g

export const javaFormat = formatCheck({
  id: 'java_format',
  name: 'Java MessageFormat',
  description: 'The arguments ({0}, {1,number}) of source and translation differ, or an apostrophe is not doubled.',
  flag: ['java-format', 'auto-java-messageformat'],
  applies: unit => unit.flags.has('java-format') || unit.sources.some(source => source.search(ARGUMENT) >= 0),
  syntax: { find: byPattern(ARGUMENT) },
  // An apostrophe quotes what follows up to the next one. GWT uses the same format but checks this itself.
  isBroken: (target, unit) => unit.context.fileFormat !== 'gwt' && count(target, "'") % 2 !== 0,
})

export const laravelFormat = formatCheck({
  id: 'laravel_format',
  name: 'Laravel format',
  description: 'The Laravel placeholders (:name) of source and translation differ.',
  flag: 'laravel-format',
  // Laravel replaces them anywhere, also in v:version.
  syntax: { find: byPattern(/:[a-zA-Z]\w*/g) },
})

export const percentPlaceholders = formatCheck({
  id: 'percent_placeholders',
  name: 'Percent placeholders',
  description: 'The placeholders in percent signs (%name%) of source and translation differ.',
  flag: 'percent-placeholders',
  syntax: { find: byPattern(/%\w+%/g) },
})

export const perlBraceFormat = formatCheck({
  id: 'perl_brace_format',
  name: 'Perl brace format',
  description: 'The Perl placeholders ({name}) of source and translation differ.',
  flag: 'perl-brace-format',
  syntax: { find: byPattern(/\{\w+\}/g) },
})

export const qtFormat = formatCheck({
  id: 'qt_format',
  name: 'Qt format',
  description: 'The Qt placeholders (%1, %L2) of source and translation differ.',
  flag: 'qt-format',
  syntax: { find: byPattern(/%L?\d{1,2}/g) },
})

export const qtPluralFormat = formatCheck({
  id: 'qt_plural_format',
  name: 'Qt plural format',
  description: 'The Qt plural placeholders (%n) of source and translation differ.',
  flag: 'qt-plural-format',
  syntax: { find: byPattern(/%L?n/g), isPositional: () => true },
})

export const vueFormat = formatCheck({
  id: 'vue_format',
  name: 'Vue I18n formatting',
  description: 'The Vue I18n placeholders ({name}, @:key) of source and translation differ.',
  flag: 'vue-format',
  syntax: { find: byPattern(/%?\{[^{}]+\}|@(?:\.[a-zA-Z]+)?:(?:[\w|./-]+|\([\w:|./-]+\))/g) },
})
