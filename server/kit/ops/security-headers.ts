import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/**
 * The headers by which a browser keeps foreign pages and scripts out. They are the same for every
 * reply, so they are made once.
 */
export function securityHeaders(isEncrypted: boolean): OutgoingHttpHeaders {
  const makeHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sets its colours in style elements of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        // A school may serve plain HTTP in its own network.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: isEncrypted,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  makeHeaders(request, response, () => {})
  return response.getHeaders()
}
