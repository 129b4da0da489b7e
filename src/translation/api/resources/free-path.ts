import { invalidField } from '#fields/problem.ts'
import { holdRows } from '#store/lock-rows.ts'
import type { AnyCall } from './find.ts'

const TAKEN = {
  component: 'There is a component with this slug already.',
  project_category: 'There is a category with this slug already.',
} as const

/** Components and categories share their addresses: at one place, a slug names one of them. */
export async function needFreePath(
  { tx }: AnyCall,
  project: number,
  path: string,
  other: keyof typeof TAKEN,
): Promise<void> {
  // Without it, two requests at the same time could each take the path for its own kind.
  await holdRows(tx, tx.selectFrom('project').select('id').where('id', '=', project))
  const found = await tx
    .selectFrom(other)
    .select('id')
    .where('project_id', '=', project)
    .where('path', '=', path)
    .executeTakeFirst()
  if (found) throw invalidField('slug', 'unique', TAKEN[other])
}
