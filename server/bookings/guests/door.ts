export { personOfKey, type PartyPerson } from './person-of-key.ts'
