// Keeps apart units that a file repeats, where that is no mistake: the second "a" becomes "a" with a number behind it.
export function distinctIds(): (id: string) => string {
  const counts = new Map<string, number>()
  const used = new Set<string>()
  return id => {
    let n = (counts.get(id) ?? 0) + 1
    let free = n === 1 ? id : `${id}\u0018${n}`
    while (used.has(free)) free = `${id}\u0018${++n}`
    counts.set(id, n)
    used.add(free)
    return free
  }
}

/**
 * Things of a file by their ids, in its order. Where a key is there several times, programs use the last one, so that has the
 * key as its id.
 */
export function lastFirst<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const distinct = distinctIds()
  return new Map(
    [...items]
      .reverse()
      .map((item): [string, Item] => [distinct(keyOf(item)), item])
      .reverse(),
  )
}
