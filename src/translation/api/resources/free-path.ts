import { invalidField } from '#fields/problem.ts'
import { holdRows } from '#store/lock-rows.ts'
import type { AnyCall } from './find.ts'

const TAKEN = {
  component: 'A component with this slug already exists.',
  project_category: 'A category with this slug already exists.',
} as const

/** Components and categories share one URL space, so they cannot have the same path. */
export async function needFreePath(
  { tx }: AnyCall,
  project: number,
  path: string,
  other: keyof typeof TAKEN,
): Promise<void> {
  // Without this lock, two concurrent requests could both claim the path.
  await holdRows(tx, tx.selectFrom('project').select('id').where('id', '=', project))
  const conflict = await tx
    .selectFrom(other)
    .select('id')
    .where('project_id', '=', project)
    .where('path', '=', path)
    .executeTakeFirst()
  if (conflict) throw invalidField('slug', 'unique', TAKEN[other])
}
