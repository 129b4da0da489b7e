// backlinks, embeddedin and imageusage list the pages that point at one title, each over its own kind of link.
import { ascending, continuation, filterRedirects, namespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'

export const backlinkParams = () => ({
  title: string(),
  pageid: integer(),
  continue: continuation(),
  namespace: namespaces(),
  dir: ascending(),
  filterredir: filterRedirects(),
  limit: limit(),
})
