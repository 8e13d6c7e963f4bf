import { generateSampleMarket } from './market.ts'

/** The sample market, made once for all tests of a process: making it takes seconds. */
export const testMarket = generateSampleMarket()
