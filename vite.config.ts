import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { withoutJsonSchemas } from './scripts/without-json-schemas.ts'
import { isNavigation } from './server/kit/web-page.ts'
import { firstAsks } from './web/first-asks.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:4000'

/** In development everything that is neither a screen nor a module of the page is a call. */
const proxy: ProxyOptions = {
  target: api,
  bypass: (request) => (isNavigation(request) ? '/index.html' : undefined),
}

export default defineConfig({
  plugins: [react(), withoutJsonSchemas(), precompress()],
  define: { FIRST_ASKS: JSON.stringify(firstAsks) },
  build: {
    target: 'es2023',
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', priority: 9, test: /\/web\/main\.ts$|preload-helper/ },
            {
              name: 'base',
              priority: 8,
              test: /\/web\/(shell\/(look\.tsx|react-root\.ts)|kit\/(call\.ts|card-page\.tsx))$|\/(Button|ActionIcon)\/|\/contract\/(school|accounts\/login)\.ts$/,
            },
            { name: 'app', priority: 7, test: /\/web\/shell\/app\.tsx$/ },
            { name: 'login', priority: 6, test: /\/web\/shell\/login\.tsx$/ },
            {
              name: 'home',
              priority: 5,
              minShareCount: 2,
              test: /\/contract\/reviews\.ts|\/web\/reviews\/(home|api|review-grid|when|week-status)|\/(Grid|SimpleGrid|Table|Avatar|Badge)\//,
            },
            { name: 'live', priority: 4, test: /\/web\/calls\/socket\.ts$/ },
            {
              name: 'forms',
              priority: 3,
              test: /\/@mantine\/form\/|\/(Combobox|Select|NumberInput|Textarea|ScrollArea|ModalBase|Popover|Checkbox)\/|\/floating-ui\/|\/web\/(kit\/(form|lines-field)|accounts\/second-factor)/,
            },
            { name: 'call', priority: 2, minShareCount: 3, test: /\/web\/calls\// },
            { name: 'shared', priority: 1, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/socket.io': { target: api, ws: true },
      '^/(?!@|web/|contract/|node_modules/|icon\\.svg|index\\.html)': proxy,
    },
  },
})
