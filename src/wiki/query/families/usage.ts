// Shared by fileusage, linkshere and transcludedin.
import { continuation, namespaces } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'

export const usageParams = () => ({
  prop: manyOf(['pageid', 'redirect', 'title'], { default: ['pageid', 'title', 'redirect'] }),
  namespace: namespaces(),
  show: manyOf(['!redirect', 'redirect']),
  limit: limit(),
  continue: continuation(),
})
