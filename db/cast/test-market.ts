import { generateSampleMarket } from './market.ts'

/** Cached sample market for all tests of a process: generating it takes seconds. */
export const testMarket = generateSampleMarket()
