import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Desk } from './desk.ts'

export const DeskContext = createContext<Desk | null>(null)

/** The desk that this part of the editor belongs to. */
export const useDesk = (): Desk => useContext(DeskContext)!
