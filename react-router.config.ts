import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'pages.js',
  // Routes of a page's own links are fetched when they come into view; the manifest stays small.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
