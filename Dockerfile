# The server with the app, as an image: docs/operations.md 3.
FROM docker.io/library/node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# docs/decisions/0039-packages-are-installed-with-npm-install.md
RUN npm install --no-save --no-audit --no-fund
COPY . .
RUN npm run build && npm run build:server

FROM docker.io/library/node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
COPY --from=build /app/dist-server ./dist-server
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080
# The process alone: a database that is away is no reason to end the server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health/live').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist-server/main.js", "--host", "0.0.0.0", "--data", "/data"]
