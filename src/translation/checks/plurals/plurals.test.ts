import { describeCheck, PLURALS } from '../testing.ts'
import { plurals, samePlurals } from './plurals.ts'

describeCheck(plurals, ({ passes, fails }) => {
  fails(['file', 'files'], ['soubor', 'soubory', ''])
  fails(['file', 'files'], ['', 'soubory', 'souborů'], { state: 10 })
  passes(['file', 'files'], ['soubor', 'soubory', 'souborů'])
  passes(['file', 'files'], ['', '', ''])
  passes('file', '')
  passes(['file', 'files'], ['soubor', ''], { context: { isMultivalue: true } })
  passes(['file', 'files'], ['soubor', 'soubory', ''], { flags: 'ignore-plurals' })
})

describeCheck(samePlurals, ({ passes, fails }) => {
  fails(['file', 'files'], ['soubor', 'soubor', 'soubor'])
  passes(['file', 'files'], ['soubor', 'soubor', 'souborů'])
  passes(['file', 'files'], ['', '', ''])
  passes('file', 'soubor')
  passes(['file', 'files'], ['ファイル'], { language: 'ja', plural: PLURALS.ja })
  passes(['file', 'files'], ['soubor', 'soubor', 'soubor'], { flags: 'ignore-same-plurals' })
})
