import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { callsOfContract } from './web/platform/calls-plugin.ts'

// The server is bundled together with the pages, so that both hold the same load-context keys.
export default defineConfig({
  plugins: [callsOfContract(), tailwindcss(), reactRouter()],
  environments: {
    ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
  },
  build: { assetsInlineLimit: 0, target: 'es2022' },
})
