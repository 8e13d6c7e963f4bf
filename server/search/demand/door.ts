export { showDemandAreas } from './show-demand-areas.ts'
