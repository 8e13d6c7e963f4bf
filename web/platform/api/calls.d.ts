declare module 'virtual:primp/calls' {
  export const calls: import('./api.ts').Calls
}
declare module 'virtual:primp/signed-in-calls' {
  export const calls: import('./api.ts').Calls
}
