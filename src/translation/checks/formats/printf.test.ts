// A table for each format of the printf family, and how all of them deal with plurals.

import { describeCheck, PLURALS } from '../testing.ts'
import { cFormat } from './c-format.ts'
import { javaPrintfFormat } from './java-printf-format.ts'
import { javascriptFormat } from './javascript-format.ts'
import { luaFormat } from './lua-format.ts'
import { objcFormat } from './objc-format.ts'
import { objectPascalFormat } from './object-pascal-format.ts'
import { perlFormat } from './perl-format.ts'
import { phpFormat } from './php-format.ts'
import { pythonFormat } from './python-format.ts'
import { rubyFormat } from './ruby-format.ts'
import { schemeFormat } from './scheme-format.ts'
import { unnamedFormat } from './unnamed-format.ts'

for (const check of [cFormat, perlFormat, javascriptFormat, luaFormat]) {
  describeCheck(check, ({ passes, fails }) => {
    passes('%s has %d files', '%s má %d souborů')
    fails('%s has %d files', '%d souborů má %s')
    fails('%s file', 'soubor')
    fails('file', '%s soubor')
    fails('%s file', '%d soubor')
    fails('%ld bytes', '%d bajtů')
    fails('%5.2f', '%5.3f')
    passes('%1$s has %2$d files', '%2$d souborů má %1$s')
    fails('%1$s has %2$d files', '%2$d souborů')
    passes('%d%% of %s', '%d %% z %s')
    passes('%d %%', '%d')
    passes('%.2f', "%'.2f")
    passes('%*d and %.*f', '%*d a %.*f')
    fails('%*d', '%5d')
    passes('100% of it', '100% of tego')
    passes('%s file', '')
    passes('%s file', 'soubor', { flags: `ignore-${check.id.replace('_', '-')}` })
  })
}

describeCheck(pythonFormat, ({ passes, fails }) => {
  passes('%s and %s', '%s a %s')
  fails('%s and %d', '%d a %s')
  passes('%(name)s has %(count)d', '%(count)d má %(name)s')
  fails('%(name)s', '%(jmeno)s')
  fails('%(name)s', '%(name)d')
  fails('%(name)s twice', '%(name)s %(name)s')
  fails('%(name)s', '%(name) s %')
  passes('%(the name)s', '%(the name)s')
  passes('50%%', '50 procent')
  fails('%s', '%')
  passes('%(unclosed', '%(unclosed')
  // Spelling out the number is fine where a form serves one number only.
  passes(['%(n)d file', '%(n)d files'], ['jeden soubor', '%(n)d soubory', '%(n)d souborů'])
  fails(['%(n)d file', '%(n)d files'], ['jeden soubor', 'dva soubory', '%(n)d souborů'])
  fails(['%(n)d file', '%(n)d files'], ['jeden %(x)s', '%(n)d soubory', '%(n)d souborů'])
  passes(['One file', '%(n)d files'], ['%(n)d soubor', '%(n)d soubory', '%(n)d souborů'])
  fails(['%d file', '%d files'], ['один файл', '%d файла', '%d файлов'], { language: 'ru', plural: PLURALS.ru })
  passes(['%d file', '%d files'], ['un fichier', '%d fichiers'], { language: 'fr', plural: PLURALS.fr })
  const strict = { language: 'fr', plural: PLURALS.fr, context: { strictFormatPlurals: true } }
  fails(['%d file', '%d files'], ['un fichier', '%d fichiers'], strict)
  fails(['%d file', '%d files'], ['jeden soubor', '%d soubory', '%d souborů'], { flags: 'strict-format' })
  passes(['%d file', '%d files'], ['%d ファイル'], { language: 'ja', plural: PLURALS.ja })
  fails(['%d file', '%d files'], ['ファイル'], { language: 'ja', plural: PLURALS.ja })
})

describeCheck(phpFormat, ({ passes, fails }) => {
  passes('%1$s: %2$d', '%2$d: %1$s')
  fails('%s', '%d')
  passes("%'010d", "%'010d")
  fails("%'010d", "%'x10d")
  fails('%%', '%')
})

describeCheck(objcFormat, ({ passes, fails }) => {
  passes('%@ sent %d', '%@ poslal %d')
  fails('%@ sent', 'poslal')
  fails('%@', '%d')
  passes('%1$@ and %2$@', '%2$@ a %1$@')
  passes('%#@a@ and %#@b@', '%#@b@ a %#@a@')
  fails('%#@a@', '%#@b@')
  fails('%zd', '%d')
  passes('%lu%%', '%lu %%')
})

describeCheck(objectPascalFormat, ({ passes, fails }) => {
  passes('%s of %d', '%s z %d')
  fails('%s of %d', '%d z %s')
  passes('%0:s of %1:d', '%1:d z %0:s')
  fails('%-10s', '%10s')
  fails('%*d', '%5d')
  fails('%.*f', '%.2f')
  passes('%d%%', '%d %%')
})

describeCheck(schemeFormat, ({ passes, fails }) => {
  passes('~a and ~s', '~a a ~s')
  fails('~a and ~s', '~s a ~a')
  passes('~0@*~a and ~1@*~s', '~1@*~s a ~0@*~a')
  fails('~5d', '~d')
  passes('~~ ~a', '~a')
  passes("~3,'0d", "~3,'0d")
})

describeCheck(javaPrintfFormat, ({ passes, fails }) => {
  passes('%s of %d', '%s z %d')
  fails('%s of %d', '%d z %s')
  passes('%1$tH:%1$tM', '%1$tM:%1$tH')
  fails('%1$tH', '%1$tM')
  fails('%s', 'nic')
  passes('100% of', '100 % z')
  passes('%% %s', '%s')
})
describeCheck(rubyFormat, ({ passes, fails }) => {
  passes('%s of %d', '%s z %d')
  fails('%s of %d', '%d z %s')
  passes('%<a>s of %{b}', '%{b} z %<a>s')
  fails('%<a>s', '%<b>s')
  fails('%<a>s', '%<a>d')
  fails('%{a}', '%{b}')
  passes('%<percent>d%%', '%%%<percent>d')
  passes('%+08.2<x>f', '%+08.2<x>f')
})

describeCheck(unnamedFormat, ({ passes, fails }) => {
  fails('%s of %s', '', { flags: 'c-format' })
  fails('{} of {}', '', { flags: 'python-brace-format' })
  fails('%s of %d', '', { flags: 'python-format' })
  fails('%@ of %@', '', { flags: 'objc-format' })
  passes('%s of %s')
  passes('%1$s of %2$s', '', { flags: 'c-format' })
  passes('%s only', '', { flags: 'c-format, python-format' })
  passes('{a} of {b}', '', { flags: 'python-brace-format' })
  passes('50% or 60%', '', { flags: 'c-format' })
  passes('%s of %s', '', { flags: 'c-format, ignore-unnamed-format' })
})
