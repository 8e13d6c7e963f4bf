export { doTeamAct, previewTeamAct } from './act-of-team.ts'
export { changeFor, moveFor, refuseOver } from './move-for-team.ts'
export { swapFor } from './swap-artist.ts'
export { goodwillOf } from './give-goodwill.ts'
