import { describeCheck, PLURALS } from '../testing.ts'
import { placeholders } from './placeholders.ts'
import { regex } from './regex.ts'

describeCheck(placeholders, ({ passes, fails }) => {
  const flags = 'placeholders:$URL$:$NAME$'
  passes('Go to $URL$', 'Jděte na $URL$', { flags })
  fails('Go to $URL$', 'Jděte na', { flags })
  fails('Go to', 'Jděte na $URL$', { flags })
  fails('Go to $URL$', 'Jděte na $NAME$', { flags })
  passes('Go to $URL$', 'Jděte na $URL$ $URL$', { flags })
  fails('Go to $URL$', 'Jděte na $url$', { flags })
  passes('Go to $URL$', 'Jděte na $url$', { flags: `${flags}, case-insensitive` })
  fails('Item 12', 'Položka 13', { flags: 'placeholders:r"\\d+"' })
  passes('Item 12', 'Položka 12', { flags: 'placeholders:r"\\d+":X' })
  passes('a.b', 'axb', { flags: 'placeholders:"a.c"' })
  fails('X', 'X', { flags: 'placeholders:r"("' })
  passes('X', 'Y', { flags: 'placeholders:""' })
  passes('X', 'Y', { flags: 'placeholders:' })
  passes('Go to $URL$', 'Jděte na $URL$', { flags: 'placeholders:$URL$:' })
  passes('Go to $URL$', 'Jděte na')
  passes(['$N$ file', '$N$ files'], ['jeden soubor', '$N$ soubory', '$N$ souborů'], { flags: 'placeholders:$N$' })
  fails(['$N$ file', '$N$ files'], ['jeden soubor', 'dva soubory', '$N$ souborů'], { flags: 'placeholders:$N$' })
  passes(['One file', '$N$ files'], ['un fichier', '$N$ fichiers'], {
    flags: 'placeholders:$N$',
    language: 'fr',
    plural: PLURALS.fr,
  })
  passes('Go to $URL$', 'Jděte na', { flags: `${flags}, ignore-placeholders` })
})

describeCheck(regex, ({ passes, fails }) => {
  passes('Code', 'CZ-12', { flags: 'regex:^[A-Z]{2}-\\d+$' })
  fails('Code', 'CZ12', { flags: 'regex:^[A-Z]{2}-\\d+$' })
  fails('Code', 'CZ12', { flags: 'regex:r"^\\p{Lu}{2}-"' })
  passes('Code', 'ŽŽ-1', { flags: 'regex:r"^\\p{Lu}{2}-"' })
  fails(['a', 'b'], ['x', '', 'x'], { flags: 'regex:x' })
  passes('Code', 'any', { flags: 'regex:""' })
  fails('Code', 'any', { flags: 'regex:"("' })
  passes('Code', 'CZ12', { flags: 'regex:^-, ignore-regex' })
})
