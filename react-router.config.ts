import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  serverBuildFile: 'pages.js',
  // The routes behind the links of a page are fetched when the links come into view, so the manifest stays small.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
