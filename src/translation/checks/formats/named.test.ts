// A table for each format with named or numbered placeholders.

import { describeCheck } from '../testing.ts'
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
} from './placeholder-formats.ts'
import { pythonBraceFormat } from './python-brace-format.ts'

describeCheck(pythonBraceFormat, ({ passes, fails }) => {
  passes('{} of {}', '{} z {}')
  fails('{} of {}', '{}')
  passes('{name} of {count:d}', '{count:d} z {name}')
  fails('{name}', '{jméno}')
  fails('{a.b}', '{a.c}')
  passes('{a.b[0]!r:>10}', '{a.b[0]!r:>10}')
  fails('{a!r}', '{a!s}')
  fails('{:d} {:s}', '{:s} {:d}')
  passes('{n:{width}}', '{n:{width}}')
  passes('{{literal}} {a}', '{a} {{doslovně}}')
  fails('{a}', '{a}}')
  fails('{a}', '{ {a}')
  fails('nothing', '}a{')
  passes('{a}', 'nic', { flags: 'ignore-python-brace-format' })
  passes(['{n} file', '{n} files'], ['jeden soubor', '{n} soubory', '{n} souborů'])
})

describeCheck(perlBraceFormat, ({ passes, fails }) => {
  passes('{a} of {b_1}', '{b_1} z {a}')
  fails('{a}', '{b}')
  fails('{a}', 'nic')
  passes('{a b}', 'nic')
})

describeCheck(cSharpFormat, ({ passes, fails }) => {
  passes('{0} of {1}', '{1} z {0}')
  passes('{0:N2} of {1,10}', '{1} z {0:C}')
  fails('{0}', '{1}')
  fails('{0} {0}', '{0}')
  passes('{{0}}', 'nic')
  fails('{0}', '{{0}}')
})

describeCheck(laravelFormat, ({ passes, fails }) => {
  passes('The :attribute is :value', ':value je :attribute')
  fails('The :attribute', 'Ten :atribut')
  fails(':name', ':Name')
  fails('no', ':name')
  passes('At 10:30, see http://x', 'V 10.30')
  fails('v:version', 'verze')
  passes(':__', '')
})

describeCheck(javaFormat, ({ passes, fails }) => {
  passes('{0} of {1,number}', '{1} z {0}')
  fails('{0}', '{1}')
  fails('{0} file', "{0} l'fichier")
  passes('{0} file', "{0} l''fichier")
  passes('{0} file', "l'{0}", { context: { fileFormat: 'gwt' } })
  passes('{{ 0 }}', 'nic')
  passes('{0,date,long}', '{0,date,short}')
  passes('{0} file', "{0} l'fichier", { flags: 'discard:java-format, ignore-java-format' })
})

describeCheck({ ...javaFormat, flags: ['auto-java-messageformat'] }, ({ passes, fails }) => {
  fails('{0} files', 'soubory')
  passes('Files', "l'fichier")
})

describeCheck(percentPlaceholders, ({ passes, fails }) => {
  passes('%name% has %count%', '%count% má %name%')
  fails('%name%', '%jmeno%')
  fails('%name%', 'nic')
  passes('100 %', '100 procent')
})

describeCheck(vueFormat, ({ passes, fails }) => {
  passes('{a} and %{b}', '%{b} a {a}')
  fails('{a}', '{b}')
  fails('{a}', '%{a}')
  passes('@:common.ok now', 'Nyní @:common.ok')
  fails('@:common.ok', '@:common.no')
  fails('@.lower:common.ok', '@:common.ok')
  passes('@:(a.b)c', '@:(a.b)c')
  passes('me@example.org', 'nic')
})

describeCheck(i18nextInterpolation, ({ passes, fails }) => {
  passes('{{a}} and {{ b }}', '{{b}} a {{ a }}')
  fails('{{a}}', '{{b}}')
  fails('{{a}}', '{a}')
  passes('$t(key) x', 'x $t( key )')
  fails('$t(key)', '$t(other)')
})

describeCheck(esFormat, ({ passes, fails }) => {
  passes('$' + '{a} and $' + '{ b }', '$' + '{b} a $' + '{a}')
  fails('$' + '{a}', '$' + '{b}')
  fails('$' + '{a}', '{a}')
})

describeCheck(automatticComponentsFormat, ({ passes, fails }) => {
  passes('{{a}}link{{/a}} {{br/}}', '{{br/}} {{ a }}odkaz{{/a}}')
  fails('{{a}}link{{/a}}', '{{a}}odkaz')
  fails('{{br/}}', '{{br}}')
})

describeCheck(angularjsFormat, ({ passes, fails }) => {
  passes('{{ name }} of {{ count | number }}', '{{count|number}} z {{name}}')
  fails('{{ name }}', '{{ jmeno }}')
  fails('{{ name }}', 'nic')
})

describeCheck(qtFormat, ({ passes, fails }) => {
  passes('%1 of %L2', '%L2 z %1')
  fails('%1', '%2')
  fails('%L1', '%1')
  fails('%1', 'nic')
  passes('100 %', '100%')
})

describeCheck(qtPluralFormat, ({ passes, fails }) => {
  passes('%n file(s)', '%n souborů')
  fails('%n file(s)', 'souborů')
  fails('%n file(s)', '%Ln souborů')
})
