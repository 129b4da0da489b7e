import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { strings } from '../../api/params/common.ts'
import { integer, manyOf, string } from '../../api/params/kinds.ts'

export const stashimageinfo = propModule({
  name: 'stashimageinfo',
  prefix: 'sii',
  classname: 'ApiQueryStashImageInfo',
  tag: 'sii',
  summary: 'What is known of files that are uploaded but not published yet.',
  helpUrls: [helpPage('Stashimageinfo')],
  params: {
    filekey: strings(),
    sessionkey: string({ multi: true, deprecated: true }),
    prop: manyOf(
      [
        'badfile',
        'bitdepth',
        'canonicaltitle',
        'commonmetadata',
        'dimensions',
        'extmetadata',
        'metadata',
        'mime',
        'sha1',
        'size',
        'thumbmime',
        'timestamp',
        'url',
      ],
      { default: ['timestamp', 'url'] },
    ),
    urlwidth: integer({ default: -1 }),
    urlheight: integer({ default: -1 }),
    urlparam: string({ default: '' }),
  },
})
