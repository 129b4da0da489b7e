# Usage: `docker build -t parlance .`, then `docker run -p 8080:8080 -v parlance:/data parlance`.
# The base image has a recent Node, so the one from the npm package is removed.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY bin ./bin
COPY src ./src
COPY web ./web
# "npm ci" also builds (the script "prepare"). Development packages are removed afterwards.
RUN npm ci --no-audit --no-fund \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
# Makes the C library return unused memory, like bin/run-script.js.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=32768 MALLOC_TRIM_THRESHOLD_=131072 \
  PARLANCE_DATA=/data PARLANCE_HOST=0.0.0.0 PARLANCE_PORT=8080
# For components with git repositories.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The documentation is served at /docs/.
COPY package.json LICENSE *.md compose.yaml ./
COPY docs ./docs
COPY packaging ./packaging
COPY bin/parlance.js bin/run-script.js bin/node24.js ./bin/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# "docker exec NAME parlance users list" works. A new volume inherits the owner of its mount point.
RUN ln -s /app/bin/parlance.js /usr/local/bin/parlance \
  && install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PARLANCE_PORT}/healthz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/parlance.js"]
CMD ["serve"]
