declare module 'virtual:primp/calls' {
  export const calls: import('./api.ts').Calls
}
