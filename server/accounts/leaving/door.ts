export { type ArtistEnd, type Dependants, dependants, registerDependants, whyUnavailable } from './dependants.ts'
