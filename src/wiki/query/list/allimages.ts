import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { integer, limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'

export const allimages = listModule({
  name: 'allimages',
  prefix: 'ai',
  classname: 'ApiQueryAllImages',
  tag: 'img',
  generator: true,
  summary: 'The files of the wiki, by name or by the time of their upload.',
  helpUrls: [helpPage('Allimages')],
  params: {
    sort: oneOf(['name', 'timestamp'], { default: 'name' }),
    dir: oneOf(['ascending', 'descending', 'newer', 'older'], { default: 'ascending' }),
    from: string(),
    to: string(),
    continue: continuation(),
    start: timestamp(),
    end: timestamp(),
    prop: manyOf(
      [
        'badfile',
        'bitdepth',
        'canonicaltitle',
        'comment',
        'commonmetadata',
        'dimensions',
        'extmetadata',
        'mediatype',
        'metadata',
        'mime',
        'parsedcomment',
        'sha1',
        'size',
        'timestamp',
        'url',
        'user',
        'userid',
      ],
      { default: ['timestamp', 'url'] },
    ),
    prefix: string(),
    minsize: integer(),
    maxsize: integer(),
    sha1: string(),
    sha1base36: string(),
    user: user(),
    filterbots: oneOf(['all', 'bots', 'nobots'], { default: 'all' }),
    mime: strings(),
    limit: limit(),
  },
})
