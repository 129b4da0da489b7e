// allfileusages, alllinks, allredirects and alltransclusions list what is linked to, each over its own kind of link.

import { continuation } from '../../api/params/common.ts'
import { boolean, string } from '../../api/params/kinds.ts'

/** From which target to which, and whether each is named once or once per link. */
export const targetRange = () => ({
  continue: continuation(),
  from: string(),
  to: string(),
  prefix: string(),
  unique: boolean(),
})
