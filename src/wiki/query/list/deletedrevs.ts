import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, inModes, newerOlder } from '../../api/params/common.ts'
import { boolean, limit, manyOf, namespace, string, timestamp, user } from '../../api/params/kinds.ts'

export const deletedrevs = listModule({
  name: 'deletedrevs',
  prefix: 'dr',
  classname: 'ApiQueryDeletedrevs',
  tag: 'page',
  deprecated: true,
  summary: 'The older way to list deleted revisions; deletedrevisions and alldeletedrevisions take its place.',
  helpUrls: [helpPage('Deletedrevs')],
  params: {
    // Mode 1 lists the revisions of given titles, mode 2 those of a user, mode 3 all of a namespace.
    start: timestamp(inModes(1, 2)),
    end: timestamp(inModes(1, 2)),
    dir: newerOlder(inModes(1, 3)),
    from: string(inModes(3)),
    to: string(inModes(3)),
    prefix: string(inModes(3)),
    unique: boolean(inModes(3)),
    namespace: namespace({ default: 0, ...inModes(3) }),
    tag: string(),
    user: user(),
    excludeuser: user(),
    prop: manyOf(
      [
        'comment',
        'content',
        'len',
        'minor',
        'parentid',
        'parsedcomment',
        'revid',
        'sha1',
        'tags',
        'token',
        'user',
        'userid',
      ],
      { default: ['user', 'comment'] },
    ),
    limit: limit(),
    continue: continuation(),
  },
})
