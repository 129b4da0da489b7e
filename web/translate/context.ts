import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Desk } from './desk.ts'

export const DeskContext = createContext<Desk | null>(null)

/** The `Desk` of the current editor. */
export const useDesk = (): Desk => useContext(DeskContext)!
