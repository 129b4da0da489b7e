import { describeCheck } from '../testing.ts'
import { mdLink } from './md-link.ts'
import { mdReflink } from './md-reflink.ts'
import { mdSyntax } from './md-syntax.ts'

describeCheck(mdReflink, ({ passes, fails }) => {
  passes('See [help][1]', 'Viz [nápověda][1]')
  passes('See [help] [1]', 'Viz [nápověda][1]')
  fails('See [help][1]', 'Viz [nápověda][2]')
  fails('See [help][1]', 'Viz nápověda')
  fails('[a][1] and [b][2]', '[a][1]')
  passes('No links', 'Viz [x][1]')
  passes('[a][^1]', 'x')
  passes('See [help][1]', 'Viz nápověda', { flags: 'ignore-md-reflink' })
})

describeCheck(mdLink, ({ passes, fails }) => {
  passes('See [help](https://example.org/en)', 'Viz [nápověda](https://example.org/cs)')
  fails('See [help](https://example.org)', 'Viz nápověda')
  fails('See [help](https://example.org)', 'Viz [nápověda] (https://example.org)')
  fails('[a](#x)', '[b](#y)')
  fails('[a](./x.md)', '[b](./y.md)')
  passes('[a]({url} "Title")', '[b]({url} "Nadpis")')
  passes('[a](<#x y>)', '[b](<#x y>)')
  passes('[![alt](a.png)](b.html)', '[![popis](a.png)](b.html)')
  fails('![alt](a.png) and [b](c)', '![alt](a.png)')
  fails('<https://example.org>', 'nic')
  passes('<https://example.org>', '<https://example.cz>')
  fails('Write to <me@example.org>', 'Napište mi')
  passes('No links', '[a](b)')
  passes('Text [a (b)', 'Text')
})

describeCheck(mdSyntax, ({ passes, fails }) => {
  passes('This is **bold** and *soft*', 'Toto je *měkké* a **tučné**')
  fails('This is **bold**', 'Toto je tučné')
  fails('This is **bold**', 'Toto je *tučné*')
  fails('This is __bold__', 'Toto je **tučné**')
  fails('Run `make`', 'Spusťte make')
  fails('Run `make`', 'Spusťte ``make``')
  passes('Run `a*b*c`', 'Spusťte `a_b_c`')
  passes('Run `a\\` and b', 'Spusťte `c\\` a d')
  fails('Run `a\\` and b', 'Spusťte c a d')
  passes('\\`a`', 'nic')
  fails('~~gone~~', 'pryč')
  passes('some_snake_case', 'nic')
  fails('_soft_', 'měkké')
  passes('2 * 3 * 4', '24')
  passes('\\*plain\\*', 'nic')
  fails('<https://example.org>', 'nic')
  passes('**unclosed', '**otevřené')
  passes('This is **bold**', 'Toto je tučné', { flags: 'ignore-md-syntax' })
})
