import { describeCheck } from '../testing.ts'
import { ellipsis, optionalPlural, sourceMaxLength } from './sources.ts'

describeCheck(ellipsis, ({ passes, fails }) => {
  fails('Loading...')
  fails('...and then')
  passes('Loading…')
  passes('Loading..')
  passes(['One', 'Many...'])
  passes('Loading...', '', { flags: 'ignore-ellipsis' })
})

describeCheck(optionalPlural, ({ passes, fails }) => {
  fails('%d file(s)')
  fails('Delete file(s)?')
  passes('%d files')
  passes('(s)')
  passes('file(s)ystem')
  passes(['%d file(s)', '%d files'])
})

describeCheck(sourceMaxLength, ({ passes, fails }) => {
  fails('Nearly ten', '', { flags: 'max-length:10' })
  passes('Nearly ten', '', { flags: 'max-length:12' })
  passes('Fast zehn!', '', { flags: 'max-length:10', sourceLanguage: 'de' })
  fails('Mehr als zehn', '', { flags: 'max-length:10', sourceLanguage: 'de' })
  fails(['One', 'A long plural'], '', { flags: 'max-length:10' })
  fails('x', '', { flags: 'max-length:what' })
  passes('Anything goes here')
})
