export { weights as rankingWeights } from './ranking.ts'
export { countKinds, type Reach, reachOf, type ReachQuery } from './reach.ts'
export { squaresOf } from './around.ts'

export { cellCentre, cellsAround } from './cells.ts'
