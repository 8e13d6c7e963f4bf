declare module 'virtual:primp/calls' {
  export const calls: import('./api.ts').Calls
}
declare module 'virtual:primp/desk-calls' {
  export const calls: import('./api.ts').Calls
}
