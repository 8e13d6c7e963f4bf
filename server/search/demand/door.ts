export { refreshChangedDemand, refreshOldDemand } from './refresh-demand.ts'
