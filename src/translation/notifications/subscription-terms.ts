/** Subscription scopes. For each event, the matching scope with the highest number wins. */
export const SCOPES = new Map([
  [0, 'All projects'],
  [10, 'Watched projects'],
  [20, 'Administered projects'],
  [30, 'One project'],
  [40, 'One component'],
] as const)

export const FREQUENCIES = new Map([
  [0, 'No notification'],
  [1, 'Instant notification'],
  [2, 'Daily digest'],
  [3, 'Weekly digest'],
  [4, 'Monthly digest'],
] as const)

export const SCOPE = { all: 0, watched: 10, administered: 20, project: 30, component: 40 } as const
export const INSTANT = 1
