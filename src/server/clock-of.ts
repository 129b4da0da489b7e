import type { Config } from '#core/config.ts'
import { type Clock, pinnedClock, systemClock } from '#store/clock.ts'

export const clockOf = ({ clock }: Pick<Config, 'clock'>): Clock => (clock === null ? systemClock : pinnedClock(clock))
