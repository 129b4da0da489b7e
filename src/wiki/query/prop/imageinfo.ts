import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation, strings } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, integer, limit, manyOf, string, timestamp } from '../../api/params/kinds.ts'

export const imageinfo = propModule({
  name: 'imageinfo',
  prefix: 'ii',
  classname: 'ApiQueryImageInfo',
  tag: 'ii',
  summary: 'What is known of a file and of its earlier versions: size, uploader, address, metadata.',
  helpUrls: [helpPage('Imageinfo')],
  params: {
    prop: manyOf(
      [
        'archivename',
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
        'thumbmime',
        'timestamp',
        'uploadwarning',
        'url',
        'user',
        'userid',
      ],
      { default: ['timestamp', 'user'] },
    ),
    limit: limit({ default: 1 }),
    start: timestamp(),
    end: timestamp(),
    urlwidth: integer({ default: -1 }),
    urlheight: integer({ default: -1 }),
    metadataversion: string({ default: '1' }),
    extmetadatalanguage: string({ default: CONTENT_LANGUAGE }),
    extmetadatamultilang: boolean(),
    extmetadatafilter: strings(),
    urlparam: string({ default: '' }),
    badfilecontexttitle: string(),
    continue: continuation(),
    localonly: boolean(),
  },
})
