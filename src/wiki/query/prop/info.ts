import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { manyOf, oneOf } from '../../api/params/kinds.ts'

export const info = propModule({
  name: 'info',
  prefix: 'in',
  classname: 'ApiQueryInfo',
  summary:
    'The basic facts of a page: its latest revision, length, language, protection, and what the caller may do with it.',
  helpUrls: [helpPage('Info')],
  params: {
    prop: manyOf(
      [
        'displaytitle',
        'notificationtimestamp',
        'preload',
        'protection',
        'subjectid',
        'talkid',
        'url',
        'varianttitles',
        'visitingwatchers',
        'watched',
        'watchers',
        'readable',
      ],
      { deprecatedvalues: ['readable'] },
    ),
    testactions: strings(),
    testactionsdetail: oneOf(['boolean', 'full', 'quick'], { default: 'boolean' }),
    token: manyOf(['block', 'delete', 'edit', 'email', 'import', 'move', 'protect', 'unblock', 'watch'], {
      deprecated: true,
    }),
    continue: continuation(),
  },
})
