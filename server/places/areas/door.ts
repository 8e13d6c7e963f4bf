export { addArea } from './add-area.ts'
export { closeArea } from './close-area.ts'
export { allAreas, type AreaRow } from './queries.ts'
