export { ownProvider } from './own-provider.ts'
export { presentOwn } from './own-profile.ts'
export { lockProvider, providerById } from './own-queries.ts'
