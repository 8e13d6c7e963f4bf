export { ownTeam, type OwnTeam } from './show-team.ts'
