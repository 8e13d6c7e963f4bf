import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { messages } from './scripts/messages/vite-plugin.ts'

export default defineConfig(({ mode }) => ({
  ...(mode === 'production' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  plugins: [messages(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'site',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|[\\/]web[\\/](root\.tsx|ui[\\/](pictures[\\/](picture|carousel)|stars|visibility|badge|featured-badge|artist-card|fields[\\/]chips\.module)|content[\\/](palette|site-pictures)|platform[\\/](head|page-messages))/,
                  priority: 3,
                },
                { name: 'search', test: /[\\/]web[\\/]search[\\/]form[\\/]whole-search\.tsx$/, priority: 2 },
                { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 20 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        sourcemap: true,
        rolldownOptions: {
          input: 'web/request-handler.ts',
          // The server process has these modules already.
          external: /^#contract\//,
          output: { codeSplitting: false },
        },
      },
    },
  },
  // If Vite discovered these later, it would reload the first page in development.
  optimizeDeps: {
    include: [
      '@lingui/core',
      '@lingui/message-utils/compileMessage',
      'embla-carousel-react',
      'lucide-react',
      'react-dom/client',
      'react-router/dom',
      'zustand',
      'zustand/vanilla',
    ],
  },
  worker: { format: 'es' },
  build: { assetsInlineLimit: 0, target: 'es2022', cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'] },
}))
